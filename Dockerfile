FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# graphile-worker's configuration loader asks for typescript as an optional peer; nothing here runs it.
RUN npm ci --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/typescript node_modules/@typescript node_modules/@types

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Sage Council" \
      org.opencontainers.image.description="Screens candidates with configurable evaluators called sages." \
      org.opencontainers.image.version="0.1.0"
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node -m 700 /data /data/storage
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json env-file.js preload.js config.ts server.ts cli.ts outgoing.ts ./
COPY cli cli
COPY config config
COPY db db
COPY jobs jobs
COPY plugins plugins
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--max-semi-space-size=16", "--import", "./preload.js", "server.ts"]
