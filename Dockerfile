# gcscope in an image: plain Node, no shell, not root. Build it with: docker build -t gcscope .
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm run -s setup && npm run -s build

FROM gcr.io/distroless/nodejs24-debian13:nonroot
LABEL org.opencontainers.image.title="gcscope" \
      org.opencontainers.image.description="A Kubernetes cluster the way its garbage collector sees it" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /src/dist /app
COPY --from=build /src/LICENSE /app/LICENSE
USER 65532:65532
# Three quarters of the memory limit that the chart sets; the rest is for buffers.
ENV NODE_ENV=production NODE_OPTIONS=--max-old-space-size=768
# The C library overwrites what Node frees: a connection may have brought it a copy of a Secret (the annotation last-applied).
ENV MALLOC_PERTURB_=85
EXPOSE 7070 7071
ENTRYPOINT ["/nodejs/bin/node", "/app/server/main.js"]
CMD ["serve", "--metrics-address", ":7071"]
