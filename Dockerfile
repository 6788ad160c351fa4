FROM node:24.21.0-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# Nothing reads source maps, declarations, the source of SQLite, or its binaries for other systems: they take 60 MB together.
RUN npm ci --omit=dev --no-audit --no-fund \
 && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json \
 && rm -rf node_modules/@types node_modules/better-sqlite3/deps \
 && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.?ts' \) -delete

FROM node:24.21.0-bookworm-slim AS service
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && install -d -o node -g node -m 700 /data /data/storage /data/backups \
 && ln -s /app/cli/sage-council.js /usr/local/bin/sage-council
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=modules /app/sbom.cdx.json ./
COPY package.json server.ts ./
COPY cli cli
COPY config config
COPY db db
COPY jobs jobs
COPY plugins plugins
COPY words words
COPY docs/third-party.md docs/third-party.md
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--max-semi-space-size=16", "--import", "./config/preload.js", "server.ts"]
# Last, for a build of another revision changes nothing above.
ARG REVISION=
ARG CREATED=
ARG SOURCE=
LABEL org.opencontainers.image.title="Sage Council" \
      org.opencontainers.image.description="Screens candidates with configurable evaluators called sages." \
      org.opencontainers.image.version="0.9.0" \
      org.opencontainers.image.base.name="docker.io/library/node:24.21.0-bookworm-slim" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED" \
      org.opencontainers.image.source="$SOURCE"
