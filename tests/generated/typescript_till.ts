// A till on the types that openapi-typescript generates, with openapi-fetch: ADDRESS KEY ORDER.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths, webhooks } from "./api.js";

const [baseUrl, key, order] = process.argv.slice(2) as [string, string, string];
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

const rows: components["schemas"]["ItemRow"][] = [
  { sku: "BP-4", name: "Brake pads", name_ar: "فحمات", price_fils: 12500, quantity: 2.125, condition: "used" },
  { sku: "BP-5" },
];
const uploaded = await client.POST("/v1/items", { body: { items: rows } });
assert.deepEqual([uploaded.data?.saved, uploaded.data?.errors[0]?.sku], [1, "BP-5"]);

const page = await client.GET("/v1/items", { params: { query: { limit: 500 } } });
const item = page.data?.items["BP-4"];
assert.deepEqual([item?.quantity, item?.name_ar, item?.brand], [2.125, "فحمات", null]);

const orders = await client.GET("/v1/orders", { params: { query: { status: "placed" } } });
assert.ok(orders.data?.orders.some((one) => one.reference === order && one.delivery.method === "courier"));

const path = { order, action: "accept" } as const;
const accepted = await client.POST("/v1/orders/{order}/{action}", { params: { path } });
assert.equal(accepted.data?.status, "confirmed");
const again = await client.POST("/v1/orders/{order}/{action}", { params: { path } });
assert.equal(again.response.status, 422);
assert.equal(again.error?.error, "action_not_allowed");

// What arrives at a webhook has a type too; this compiles or it does not.
type Posted = webhooks["order.status"]["post"]["requestBody"]["content"]["application/json"];
export const describeChange = (event: Posted): string => `${event.data.from} ${event.data.to satisfies string}`;
