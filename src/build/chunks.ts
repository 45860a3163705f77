import type { Rolldown } from 'vite'

/**
 * Groups the modules of the first load of /dashboard (P2), which is what the entry imports: packages, and the
 * product's own. With the entry that makes three files. The rest is left to rolldown.
 */
export const firstLoadChunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
  { name: 'kit', tags: ['$initial'], test: (id) => !id.endsWith('/src/main.tsx'), priority: 1 },
]
