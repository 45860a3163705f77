import { appPaths } from '../static-pages.tsx'
import { type Frame, renderFrame } from './render.tsx'

// The build can import nothing more once this module has been evaluated, so the pages are loaded and rendered by then.
export const frames: Frame[] = []
for (const path of ['/404', ...appPaths()]) frames.push(await renderFrame(path))
