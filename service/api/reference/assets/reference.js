"use strict";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function followScheme() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

followScheme();
dark.addEventListener("change", followScheme);

window.reference = SwaggerUIBundle({
  url: "/docs/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false, // a key is forgotten with the page
  requestSnippetsEnabled: true,
  tryItOutEnabled: true,
  validatorUrl: null, // nothing is sent to a checker elsewhere
});
