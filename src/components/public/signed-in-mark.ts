import { useEffect } from 'react'

export function useSignedInMark(signedIn: boolean) {
  useEffect(() => {
    document.documentElement.classList.toggle('signed-in', signedIn)
  }, [signedIn])
}
