// Shows openapi.json, which lies beside the page below any path. It sends no request of the API: those need a nonce or a token.
const isDark =
    document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.documentElement.classList.toggle('dark-mode', isDark === 'dark');
SwaggerUIBundle({
    url: 'openapi.json',
    dom_id: '#api',
    deepLinking: true,
    displayOperationId: true,
    docExpansion: 'none',
    filter: true,
    showExtensions: true,
    supportedSubmitMethods: [],
    plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null } })]
});
