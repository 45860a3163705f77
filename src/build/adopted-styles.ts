import type { Plugin } from 'vite'

const ours = '@/lib/adopted-style'

const packages: { name: string; file: RegExp; change: (code: string) => string }[] = [
  {
    name: 'sonner',
    file: /\/sonner\/dist\/index\.mjs$/,
    change: (code) =>
      code.replace(
        /function __insertCSS\(code\) \{[\s\S]*?\n\}\n/,
        `import { adoptStyle as __insertCSS } from '${ours}'\n`,
      ),
  },
  {
    name: 'react-style-singleton',
    file: /\/react-style-singleton\/dist\/es2015\/singleton\.js$/,
    change: () => `export { stylesheetSingleton } from '${ours}'`,
  },
]

/** Replaces run-time <style> elements, which need 'unsafe-inline' (docs/security.md). Fails if a package changed. */
export function adoptedStyles(): Plugin {
  const changed = new Set<string>()
  return {
    name: 'guildhall:adopted-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const found = packages.find(({ file }) => file.test(id))
      if (!found) return null
      const text = found.change(code)
      if (text !== code) changed.add(found.name)
      return { code: text, map: null }
    },
    buildEnd(error) {
      for (const { name } of packages) {
        if (!error && !changed.has(name))
          this.error(`${name} no longer adds its style where this build expects it`)
      }
    },
  }
}
