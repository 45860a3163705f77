import type { Config } from 'tailwindcss'

export default {} satisfies Config
