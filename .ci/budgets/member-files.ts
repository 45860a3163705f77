import { firstLoad, graph, imports, laterImports, read } from './site.ts'

/** Code for admins only (D11): their screens, what only those read, and their charts. */
const admin =
  /src\/(features\/admin|app\/layouts\/admin-)|src\/entities\/(activity|branding|orders\/history|overview|codes\/(?!redeem|schemas|messages)|benefits\/pictures|\w+\/admin-)|node_modules\/(@visx|d3-)/

/** Where the guard lets admins in: the routes import these once the role is known. */
const door = /src\/(features\/admin\/.*page|app\/layouts\/admin-layout)\.tsx$/
const guard = 'src/app/routes.tsx'

const holds = (file: string, what: RegExp | string) =>
  (graph[file] ?? []).some((id) => (typeof what === 'string' ? id === what : what.test(id)))

/** The admin code that a member's browser would load, at once, on some page, or for offline; in sentences. */
export function adminCodeForMembers(): string[] {
  const found: string[] = []
  const reached = new Set(firstLoad('app.html').files)
  for (const file of Object.keys(graph)) if (holds(file, 'src/main.tsx')) reached.add(file)
  const doors = new Set<string>()

  for (const file of reached) {
    for (const id of graph[file] ?? []) {
      if (admin.test(id)) found.push(`Members load ${id}, in ${file}`)
    }
    for (const next of imports(file)) reached.add(next)
    for (const next of laterImports(file)) {
      if (holds(file, guard) && holds(next, door)) doors.add(next)
      else reached.add(next)
    }
  }
  if (doors.size < 2) found.push(`${guard} leads to no admin code: this check looks at nothing`)

  const kept = read('sw.js')
  for (const file of Object.keys(graph)) {
    if (holds(file, admin) && kept.includes(file))
      found.push(`Members keep ${file} for offline, with admin code`)
  }
  return found
}
