"""The tables from which the sample catalogue is composed:
part families x cars, orders, requests.
"""
