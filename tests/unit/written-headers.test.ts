import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolvedConfig } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { securityHeaders } from '../../src/build/security-headers.ts'

/** The headers of a written site after the plugin's last hook. */
function headersAfter(command: 'build' | 'serve') {
  const root = mkdtempSync(join(tmpdir(), 'guildhall-headers-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const files = {
    _headers: "script-src 'self' {scripts}",
    _redirects: '',
    'app.html': '<script>a()</script>',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const { configResolved, closeBundle } = securityHeaders()
  if (typeof configResolved !== 'function' || typeof closeBundle !== 'object') throw new Error('Other hooks')
  const config = { command, root, build: { outDir: '.' }, env: {} }
  configResolved.call({} as never, config as unknown as ResolvedConfig)
  closeBundle.handler.call({} as never)
  return readFileSync(join(root, '_headers'), 'utf8')
}

it('a build writes the hashes into the headers', () => {
  expect(headersAfter('build')).toMatch(/^script-src 'self' 'sha256-/)
})

it('a dev server or a test run does not change the built site', () => {
  expect(headersAfter('serve')).toContain('{scripts}')
})
