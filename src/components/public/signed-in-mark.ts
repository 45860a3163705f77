import { useEffect } from 'react'

/** Says on the root element whether somebody is signed in: the public pages then lead to the dashboard. */
export function useSignedInMark(signedIn: boolean) {
  useEffect(() => {
    document.documentElement.classList.toggle('signed-in', signedIn)
  }, [signedIn])
}
