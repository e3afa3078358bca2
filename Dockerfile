# The portal's server as an image, the same for every client: built in one stage, run in another by an ordinary user.
# docs/running/packaging.md has the commands.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --no-audit --no-fund
# What the build reads (tools/build-sources.mjs), so that a change of docs or tests does not build again.
COPY tsconfig.json tsconfig.base.json vite.config.ts index.html ./
COPY tools ./tools
COPY docs/using ./docs/using
COPY public ./public
COPY workers ./workers
COPY src ./src
COPY server ./server
RUN --mount=type=cache,target=/root/.npm npm run release -- --folder /release

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4180 METRICS_HOST=0.0.0.0 DATA_DIR=/data SECRETS_DIR=/keys
RUN groupadd --system --gid 10001 portal && useradd --system --uid 10001 --gid portal --home-dir /data portal \
  && install -d -o portal -g portal -m 700 /data /keys
WORKDIR /portal
# The packages change less often than the code.
COPY --from=build /release/node_modules ./node_modules
COPY --from=build /release/package.json ./
COPY --from=build /release/dist ./dist
USER 10001:10001
VOLUME ["/data", "/keys"]
EXPOSE 4180
# Without a shell: the answer of /health decides.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/${process.env.CLIENT ?? 'voyager'}/health`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# The server itself is process 1: it gets the signal of `docker stop`, ends within 10 seconds, and starts no other processes.
STOPSIGNAL SIGTERM
CMD ["node", "dist/host/main.js"]
