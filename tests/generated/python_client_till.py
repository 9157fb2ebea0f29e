"""A till on the client that openapi-python-client generates:
run with its folder on the path, ADDRESS KEY ORDER.
"""

import sys

from generated import AuthenticatedClient
from generated.api.items import list_items, upload_items
from generated.api.orders import act_on_order, list_orders
from generated.models import ActionRefusal, ActOnOrderAction, FitRow, ItemRow, Upload

address, key, order = sys.argv[1:]
with AuthenticatedClient(base_url=address, token=key) as client:
    fit = [FitRow(make="Toyota", model="Camry", year_from=2018)]
    rows = [
        ItemRow(
            sku="BP-2", name="Brake pads", name_ar="فحمات", price_fils=9_007_199_254_740_991, quantity=2.125, fit=fit
        ),
        ItemRow(sku="BP-3"),
    ]
    result = upload_items.sync(client=client, body=Upload(items=rows))
    assert (result.saved, result.errors[0].index, result.errors[0].sku) == (1, 1, "BP-3"), result
    page = list_items.sync(client=client, limit=500)
    item = page.items["BP-2"]
    assert (item.price_fils, item.quantity, item.name_ar, item.brand) == (9_007_199_254_740_991, 2.125, "فحمات", None)
    assert item.fit[0].year_from == 2018
    assert item.fit[0].year_to is None
    placed = {one.reference: one for one in list_orders.sync(client=client).orders}
    assert placed[order].status == "placed"
    assert placed[order].accept_by > placed[order].placed_at
    assert act_on_order.sync(order, ActOnOrderAction.ACCEPT, client=client).status == "confirmed"
    again = act_on_order.sync_detailed(order, ActOnOrderAction.ACCEPT, client=client)
    assert again.status_code == 422
    assert isinstance(again.parsed, ActionRefusal)
    assert (again.parsed.error, again.parsed.status) == ("action_not_allowed", "confirmed")
