import { build } from 'vite'
import { packed } from './site.ts'

const code = `
import { StrictMode, createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement('h1', null, 'Hello')))
`

/** The floor: React with one heading, built as the product is; in packed bytes. */
export async function helloSize(): Promise<number> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'hello',
        resolveId: (id) => (id === 'hello' ? id : null),
        load: (id) => (id === 'hello' ? code : null),
      },
    ],
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: 'hello' } },
  })
  if (!('output' in result)) throw new Error('react-hello was not built once')
  return result.output.reduce((sum, file) => sum + (file.type === 'chunk' ? packed(file.code) : 0), 0)
}
