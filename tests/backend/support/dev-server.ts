import { build, createServer, type InlineConfig, preview } from 'vite'
import { embeddedBackend } from '../../../supabase/local/vite-plugin.ts'

// Serves an app as `vite` does, or builds it and serves the preview; prints its address to stdout.
const [root, data, mode] = process.argv.slice(2)
const config = (command: 'build' | 'serve'): InlineConfig => ({
  configFile: false,
  root,
  plugins: [embeddedBackend({ command, mode: 'development' }, data)],
  logLevel: 'silent',
})
if (mode === 'preview') await build(config('build'))
const server =
  mode === 'preview'
    ? await preview({ ...config('serve'), preview: { port: 54340 } })
    : await (await createServer({ ...config('serve'), server: { port: 54340 } })).listen()
const address = server.httpServer?.address()
process.stdout.write(`http://localhost:${typeof address === 'object' ? address?.port : ''}\n`)
