/** What `# /address (world)` serves beside the rows of serveApp(). */
export const worlds: Record<string, () => void> = {}
