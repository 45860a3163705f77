import type { Rolldown } from 'vite'

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

const routes = /\/src\/app\/routes\.tsx$/
const adminPage = /\/src\/(features\/admin\/|app\/layouts\/admin-layout)/
const formPackage = /\/node_modules\/(zod|react-hook-form|@hookform)\//

const isPage = (id: string, context: Context) =>
  context.getModuleInfo(id)?.dynamicImporters.some((from) => routes.test(from)) === true

function reach(id: string, step: (id: string) => readonly string[] | undefined): string[] {
  const seen = new Set([id])
  for (const each of seen) for (const next of step(each) ?? []) seen.add(next)
  return [...seen]
}

/** Names the chunk of a module that several pages or dialogs import; rolldown decides the rest. */
function sharedChunk(id: string, context: Context): string | null {
  // lucide-react's barrel file hides which modules use an icon.
  if (id.includes('/lucide-react/')) return 'shared'
  if (isPage(id, context)) return null
  const importers = reach(id, (each) => context.getModuleInfo(each)?.importers)
  const entries = importers.filter((each) => context.getModuleInfo(each)?.dynamicImporters.length)
  const pages = entries.filter((each) => isPage(each, context))
  if (pages.length === 0 || entries.length < 2) return null
  if (entries.every((each) => adminPage.test(each))) return 'admin'
  const imports = reach(id, (each) =>
    each.includes('/lucide-react/') ? [] : context.getModuleInfo(each)?.importedIds,
  )
  return imports.some((each) => formPackage.test(each)) ? 'forms' : 'shared'
}

/** Few files per route: index, those shared by some pages (forms, shared, admin), the page. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'index', tags: ['$initial'], priority: 3 },
  ...['forms', 'shared', 'admin'].map((name, index) => ({
    name: (id: string, context: Context) => (sharedChunk(id, context) === name ? name : null),
    debugName: name,
    priority: 2 - index / 10,
  })),
]
