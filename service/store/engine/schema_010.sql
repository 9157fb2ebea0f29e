-- A service that was open to the network took unencrypted calls: its tills go on calling as before (contract §2.8).
INSERT INTO settings (name, value)
SELECT 'network_http', 'on' FROM settings WHERE name = 'open_to_network' AND value = 'on'
