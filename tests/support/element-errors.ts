import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

/**
 * Testing Library prints the document whenever `findBy*` and `waitFor` try in vain, a tenth of the time of the screen tests.
 * They print it once more when the time is up, which is enough.
 */
export function printDocumentOnce() {
  configure({
    getElementError: (message, container) =>
      isRetried()
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  })
}

/** While `findBy*` or `waitFor` runs its callback. */
function isRetried() {
  const config: object = getConfig()
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
}
