/** URLs to precache; with a revision if the URL has no hash. */
declare const __PRECACHED__: { url: string; revision: string | null }[]
