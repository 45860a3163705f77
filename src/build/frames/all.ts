import { appPaths } from '../static-pages.tsx'
import { type Frame, renderFrame } from './render.tsx'

// Build-time imports end once this module is evaluated, so load and render the pages by then.
export const frames: Frame[] = []
for (const path of ['/404', ...appPaths()]) frames.push(await renderFrame(path))
