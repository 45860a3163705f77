import { sessionStorageKey } from '../../lib/storage-keys.ts'
import type { DashboardShell } from './dashboard.tsx'

type Backend = { /** Without it: the page's own origin. */ url?: string; key: string }

const stylesheet = /\s*<link rel="stylesheet"[^>]*>/

/**
 * The dashboard's own shell: drawn before the app's code is there, for whoever has a session, and asking meanwhile (P3).
 * Its own style stands inside; the app's, which is for later, no longer holds up the first paint.
 */
export function dashboardHtml(shell: string, drawing: DashboardShell, css: string, backend: Backend): string {
  const root = '<div id="root"></div>'
  const [link] = stylesheet.exec(shell) ?? []
  if (!link || !shell.includes(root)) throw new Error('The app has no stylesheet or no #root')
  const early = askEarly(drawing, backend)
  return shell
    .replace(link, '')
    .replace('</title>', () => `</title>\n    <script>${early}</script>\n    <style>${css}</style>`)
    .replace(root, () => `<div id="root"><div data-shell inert>${drawing.markup}</div></div>${link}`)
}

/** Sends the page's first requests; lib/early hands the answers to the client. */
function askEarly({ requests, anybody }: DashboardShell, { url = '', key }: Backend): string {
  const text = JSON.stringify(requests).replaceAll('<', '\\u003c')
  return `(()=>{try{let s=JSON.parse(localStorage.getItem('${sessionStorageKey}'));if(!(s.expires_at*1e3-Date.now()>9e4))return;let a='Bearer '+s.access_token,m=new Map;for(let{path:p,method,body,headers:h}of ${text}){p=(${JSON.stringify(url.replace(/\/$/, ''))}||location.origin)+p.replaceAll('${anybody}',s.user.id);let f=fetch(p,{method,body,headers:{...h,apikey:${JSON.stringify(key)},authorization:a}});f.catch(()=>{});m.set(method+p+(body||''),f)}window.early={a,m}}catch{}})()`
}
