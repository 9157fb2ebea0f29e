"""A till on the client that openapi-generator generates: run with its folder on the path, ADDRESS
KEY ORDER.
"""

import sys
from decimal import Decimal

from generated import ApiClient, ApiException, Configuration, ItemRow, ItemsApi, OrdersApi, Upload


def accept_again(orders: OrdersApi, order: str) -> ApiException:
    """The refusal of an order that is accepted already."""
    try:
        orders.act_on_order(order, "accept")
    except ApiException as error:
        return error
    raise AssertionError("the second accept was not refused")


address, key, order = sys.argv[1:]
with ApiClient(Configuration(host=address, access_token=key)) as client:
    items, orders = ItemsApi(client), OrdersApi(client)
    rows = [ItemRow(sku="BP-6", name="Brake pads", price_fils=12500, quantity=2.125), ItemRow(sku="BP-7")]
    result = items.upload_items(Upload(items=rows))
    assert (result.saved, result.errors[0].sku) == (1, "BP-7"), result
    item = items.list_items(limit=500).items["BP-6"]
    assert (Decimal(str(item.quantity)), item.price_fils, item.brand) == (Decimal("2.125"), 12500, None)
    assert order in {one.reference for one in orders.list_orders().orders}
    assert orders.act_on_order(order, "accept").status == "confirmed"
    again = accept_again(orders, order)
    assert (again.status, again.data.error) == (422, "action_not_allowed")
