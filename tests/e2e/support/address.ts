/** Each worker has a preview server and a backend of its own, on ports that follow each other. */
export const workers = Number(process.env.E2E_WORKERS ?? 2)

/** The address of the product for the worker with this index. */
export function addressOf(index: number): string {
  return `http://localhost:${Number(process.env.E2E_PORT ?? 4173) + index}`
}

/** The address of the product for the worker that reads this. */
export const origin = addressOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
