const stylesheet = /\s*<link rel="stylesheet"[^>]*>/

/**
 * The dashboard's own shell: drawn before the app's code is there, for whoever has a session, and asking meanwhile (P3).
 * Its own style stands inside; the app's, which is for later, no longer holds up the first paint.
 */
export function dashboardHtml(app: string, markup: string, css: string, script: string): string {
  const root = '<div id="root"></div>'
  const [link] = stylesheet.exec(app) ?? []
  if (!link || !app.includes(root)) throw new Error('The app has no stylesheet or no #root')
  return app
    .replace(link, '')
    .replace(
      '</title>',
      () => `</title>\n    <script>(()=>{${script}})()</script>\n    <style>${css}</style>`,
    )
    .replace(root, () => `<div id="root"><div data-shell inert>${markup}</div></div>${link}`)
}
