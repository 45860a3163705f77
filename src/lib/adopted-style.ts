/** Adds style to the page as a sheet: a <style> element made by a script is what the content security policy refuses. */
function adopt(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return sheet
}

/** Adds a package's style for as long as the page lives; stands in for sonner's own way (src/build/adopted-styles.ts). */
export function adoptStyle(css: string): void {
  adopt(css)
}

/** One style however often it is asked for, until nobody wants it; stands in for that of react-style-singleton. */
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
