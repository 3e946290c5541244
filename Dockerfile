# The site in one image. Embedded, it keeps everything in /data; with DATABASE_URL and STORAGE_S3_*
# any number of containers run side by side (compose.yaml). The base image is pinned by its digest.

FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2 AS build
WORKDIR /site
ENV NODE_ENV=development
COPY package.json package-lock.json .npmrc ./
COPY packages/backend/package.json ./packages/backend/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.ts
# What only builds, editors and tests need stays behind: the image brings its own Node, icons are in the build.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/.cache node_modules/.bin/node node_modules/node node_modules/node-bin-* \
    node_modules/@types node_modules/@typescript node_modules/typescript node_modules/lucide-react \
  && find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" \) -delete

FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2
WORKDIR /site
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/app ./app
COPY --from=build /site/packages ./packages
COPY --from=build /site/build ./build
COPY --from=build /site/server ./server
COPY --from=build /site/supabase ./supabase
# Nothing of the site itself can be changed by the one who runs it.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
