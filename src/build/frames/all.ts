import { appPaths } from '../static-pages.tsx'
import { type Frame, renderFrame } from './render.tsx'

// Evaluated at build time, where imports end with this module's evaluation: all pages are loaded and rendered here.
export const frames: Frame[] = []
for (const path of ['/404', ...appPaths()]) frames.push(await renderFrame(path))
