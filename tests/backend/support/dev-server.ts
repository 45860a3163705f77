import { build, createServer, type InlineConfig, preview } from 'vite'

// Serves an app as `vite` does, or builds it and serves the preview; prints its address to stdout.
const [root, mode] = process.argv.slice(2)
const config: InlineConfig = { root, logLevel: 'silent' }
if (mode === 'preview') await build(config)
const server =
  mode === 'preview'
    ? await preview({ ...config, preview: { port: 54340 } })
    : await (await createServer({ ...config, server: { port: 54340 } })).listen()
const address = server.httpServer?.address()
process.stdout.write(`http://localhost:${typeof address === 'object' ? address?.port : ''}\n`)
