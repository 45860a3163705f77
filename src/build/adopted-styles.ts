import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'

// The paths of tsconfig.json hold for the project's own files only.
const ours = normalizePath(fileURLToPath(new URL('../lib/adopted-style.ts', import.meta.url)))

type Change = { name: string; file: RegExp; change: (code: string) => string }

const scrollBar = /\/react-remove-scroll-bar\/dist\/es2015\/component\.js$/

const changes: Change[] = [
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
  {
    name: 'the position in react-remove-scroll-bar',
    file: scrollBar,
    change: (code) => code.replace('allowRelative && "position: relative "', 'false && ""'),
  },
  {
    name: 'the variable in react-remove-scroll-bar',
    file: scrollBar,
    change: (code) => code.replace('removedBarSizeVariable, ": ").concat(gap, "px;', '"'),
  },
]

/**
 * Replaces run-time <style> elements, which need 'unsafe-inline' (docs/security.md), and leaves out what nothing here uses
 * of the style that an open dialog gives the body: it lays out and recalculates the whole page (P13). Fails if a package
 * changed.
 */
export function adoptedStyles(): Plugin {
  const changed = new Set<string>()
  return {
    name: 'guildhall:adopted-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const found = changes.filter(({ file }) => file.test(id))
      if (found.length === 0) return null
      let text = code
      for (const { name, change } of found) {
        const before = text
        text = change(before)
        if (text !== before) changed.add(name)
      }
      return { code: text, map: null }
    },
    buildEnd(error) {
      for (const { name } of changes) {
        if (!error && !changed.has(name)) this.error(`${name} is no longer where this build expects it`)
      }
    },
  }
}
