import { sessionStorageKey, themeStorageKey } from '../lib/storage-keys.ts'

/** Runs before the first paint of every page: the chosen theme, and whether a session is stored. */
export const bootScript = `try{let c=document.documentElement.classList,s=localStorage,t=s.getItem('${themeStorageKey}');if(t=='light'||t=='dark')c.add(t);if(s.getItem('${sessionStorageKey}'))c.add('signed-in')}catch{}`
