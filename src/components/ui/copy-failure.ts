export const copyFailure = (what: string) => `The browser did not allow copying. Please copy ${what} by hand.`
