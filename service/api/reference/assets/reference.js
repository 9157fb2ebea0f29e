"use strict";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function followScheme() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

followScheme();
dark.addEventListener("change", followScheme);

// A snippet is copied into mails and tickets, so it has a stand-in for the key.
function hideKey(request) {
  return request?.setIn(["headers", "Authorization"], "Bearer YOUR_KEY");
}

const hiddenKey = () => ({
  wrapComponents: Object.fromEntries(
    ["RequestSnippets", "curl"].map((name) => [
      name,
      (Original, system) => (props) =>
        system.React.createElement(Original, { ...props, request: hideKey(props.request) }),
    ]),
  ),
});

window.reference = SwaggerUIBundle({
  url: "/docs/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false, // a key is forgotten with the page
  plugins: [hiddenKey],
  requestSnippetsEnabled: true,
  showCommonExtensions: true, // the bounds of parameters
  tryItOutEnabled: true,
  validatorUrl: null, // nothing is sent to a checker elsewhere
});
