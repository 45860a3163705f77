import type { ProxyOptions } from 'vite'

/** Vite's proxy for the paths of the backend. Requests before it is ready wait for `backend`. */
export function proxyTo(backend: Promise<URL>): Record<string, ProxyOptions> {
  return {
    '^/((rest|auth|storage|realtime|functions)/v1/|inbox)': {
      ws: true,
      configure(_proxy, options) {
        backend.then((url) => {
          options.target = url
        })
      },
      async bypass(req) {
        // Without a listener, a connection reset during an upgrade would end this process.
        req.socket.on('error', () => req.socket.destroy())
        await backend
      },
    },
  }
}
