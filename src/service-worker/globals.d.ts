/** The files that the build puts into the precache: address, and a revision where the address has no hash. */
declare const __PRECACHED__: { url: string; revision: string | null }[]
