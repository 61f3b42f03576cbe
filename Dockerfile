# Compiles with every package, runs with those of production.
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN node build.mjs && npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# What browser sessions open.
RUN apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV DATA_DIR=/data
# As `npm start` has it: what large mail took goes back to the system.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--max-semi-space-size=16", "dist/service/main.js"]
