# An image of nothing but the static binary:
#   docker build --build-arg VERSION=1.2.3 -t evsim:1.2.3 dist
#   docker run --rm -v "$PWD:/in:ro" evsim:1.2.3 test scenarios
# The context is the folder that `go run ./internal/release` makes.
FROM scratch
ARG VERSION
ARG TARGETARCH=amd64
ADD evsim-${VERSION}-linux-${TARGETARCH}.tar.gz /
ENV PATH=/evsim-${VERSION}-linux-${TARGETARCH}
WORKDIR /in
USER 65534:65534
ENTRYPOINT ["evsim"]
