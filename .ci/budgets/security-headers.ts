import { headersFor, parseHeaders } from '../../src/build/headers.ts'
import { isSecretKey } from '../../src/build/secret-key.ts'
import { inlineHashes } from './inline.ts'
import { files, read } from './site.ts'

/** The longest line that Cloudflare Pages reads of _headers. */
const longestLine = 2000

const rules = parseHeaders(read('_headers'))
const policyOf = (path: string) =>
  headersFor(rules, path).find(([name]) => name === 'Content-Security-Policy')?.[1] ?? ''

/** The security problems of the headers, pages and files (docs/security.md), as messages. */
export function securityFaults(): string[] {
  return [...headerFaults(), ...files.flatMap(fileFaults)]
}

function headerFaults(): string[] {
  const found: string[] = []
  for (const line of read('_headers').split('\n')) {
    if (line.length > longestLine)
      found.push(`A line of _headers is ${line.length} long: ${line.slice(0, 40)}`)
  }
  const policy = policyOf('/')
  if (!policy.includes("default-src 'none'") || /unsafe-|\{/.test(policy)) {
    found.push(`The content security policy is missing or has holes: ${policy}`)
  }
  for (const file of files) {
    const names = headersFor(rules, `/${file}`).map(([name]) => name.toLowerCase())
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    if (twice.length > 0) found.push(`/${file} gets ${twice.join(', ')} twice`)
  }
  return found
}

function fileFaults(file: string): string[] {
  if (file.endsWith('.map')) return [`${file} is a source map`]
  if (!/\.(html|js|css|svg)$/.test(file)) return []
  const found: string[] = []
  const text = read(file)
  if (/[#@] sourceMappingURL=/.test(text)) found.push(`${file} names a source map`)
  for (const [token] of text.matchAll(/eyJ[\w-]+\.[\w-]+\./g)) {
    if (isSecretKey(token)) found.push(`${file} holds a token that is not for everybody`)
  }
  if (/\.(html|svg)$/.test(file)) found.push(...pageFaults(file, text))
  return found
}

function pageFaults(file: string, text: string): string[] {
  const found: string[] = []
  const policy = policyOf(`/${file}`)
  for (const { directive, hash } of inlineHashes(text)) {
    if (!policy.split('; ').some((part) => part.startsWith(`${directive} `) && part.includes(hash)))
      found.push(`${file} holds a script or style that the policy does not know`)
  }
  const tags = text.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '')
  for (const [tag] of tags.matchAll(
    /<[a-z][^>]*\s(?:on\w+|style)\s*=[^>]*>|<[^>]*=\s*["']?javascript:[^>]*>/gi,
  )) {
    found.push(`${file} holds ${tag.slice(0, 80)}`)
  }
  if (/<script (?![^>]*\bsrc=)|<style /.test(tags))
    found.push(`${file} holds a script or style with attributes`)
  return found
}
