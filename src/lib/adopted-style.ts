/** A constructed sheet: the content security policy refuses <style> elements made by scripts. */
function adopt(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return sheet
}

/** Replaces sonner's style injection (src/build/adopted-styles.ts). */
export function adoptStyle(css: string): void {
  adopt(css)
}

/** Replaces react-style-singleton: one reference-counted style. */
export function stylesheetSingleton() {
  let wanted = 0
  let sheet: CSSStyleSheet | undefined
  return {
    add(css: string) {
      if (wanted++ === 0) sheet = adopt(css)
    },
    remove() {
      if (--wanted > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    },
  }
}
