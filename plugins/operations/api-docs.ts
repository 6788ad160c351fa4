// The API documentation: Swagger UI shows /openapi.json.
import { fileURLToPath } from 'node:url';
import type { ServerRoute } from '@hapi/hapi';
import { policyWith } from '../surfaces/http/security-headers.ts';
import { pageDocs } from '../surfaces/openapi/route-docs.ts';
import { themeOf } from '../surfaces/pages/console/theme.ts';
import { html } from '../surfaces/pages/layout.ts';
import { publicFile } from '../surfaces/pages/public-files.ts';

/** Our own look would restyle its buttons and tables: the page has its styles alone. */
const page = (theme: 'light' | 'dark' | undefined) => html`<!doctype html>
    <html lang="en" ${theme && html`data-theme="${theme}"`}>
        <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>API · Sage Council</title>
            <link rel="icon" href="/public/icon.svg" type="image/svg+xml" />
            <link rel="stylesheet" href="/public/vendor/swagger-ui.css" />
            <script type="module" src="/public/api-docs.js"></script>
        </head>
        <body>
            <div class="swagger-ui"><nav class="wrapper"><a class="link" href="/">Sage Council</a> ·
                <a class="link" href="/openapi.json">openapi.json</a></nav></div>
            <main id="api"></main>
            <noscript>This page needs JavaScript. The document that it shows is openapi.json.</noscript>
            <script src="/public/vendor/swagger-ui-bundle.js"></script>
        </body>
    </html> `;

const docs: ServerRoute = {
    method: 'GET',
    path: '/docs',
    options: { ...pageDocs('showDocs', 'Shows the API.'), auth: false },
    handler: (request, h) =>
        h
            .response(page(themeOf(request)).html)
            .header('content-security-policy', policyWith({ 'img-src': 'data:' })) // its styles contain their icons
};

const fromPackage = (name: string, url: string) => publicFile(`vendor/${name}`, fileURLToPath(url));

/** The page, and the two files of the viewer that it loads. */
export const docsRoutes = (): ServerRoute[] => [
    docs,
    fromPackage('swagger-ui.css', import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
    fromPackage('swagger-ui-bundle.js', import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'))
];
