type StartTimer = {
  /** Ends the measurement. */
  end(): void
  /** Returns the milliseconds from the creation to the end; null before the end. */
  ms(): number | null
}

/** Measures how long the app takes to start. */
export const createStartTimer = (): StartTimer => {
  const began = performance.now()
  let took: number | null = null
  return {
    end: () => {
      took = Math.round(performance.now() - began)
    },
    ms: () => took,
  }
}
