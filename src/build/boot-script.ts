import { sessionStorageKey, themeStorageKey } from '../lib/storage-keys.ts'

/** Sets theme and session classes before the first paint. */
export const bootScript = `try{let c=document.documentElement.classList,s=localStorage,t=s.getItem('${themeStorageKey}');if(t=='light'||t=='dark')c.add(t);if(s.getItem('${sessionStorageKey}'))c.add('signed-in')}catch{}`
