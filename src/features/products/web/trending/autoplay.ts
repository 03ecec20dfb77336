export type AutoplayState = 'playing' | 'hovered' | 'focused' | 'paused'
export type AutoplayEvent = 'enter' | 'leave' | 'focus' | 'blur' | 'pause' | 'play' | 'hide' | 'show'

type AutoplayHolds = { isPaused: boolean; hasFocus: boolean; isHovered: boolean; isHidden: boolean }

const effects: Record<AutoplayEvent, Partial<AutoplayHolds>> = {
  enter: { isHovered: true },
  leave: { isHovered: false },
  focus: { hasFocus: true },
  blur: { hasFocus: false },
  pause: { isPaused: true },
  play: { isPaused: false },
  hide: { isHidden: true },
  show: { isHidden: false },
}

/** The current one of §4's four states. Paused has priority over focused, focused over hovered, hovered over playing. */
function getAutoplayState({ isPaused, hasFocus, isHovered }: AutoplayHolds): AutoplayState {
  if (isPaused) return 'paused'
  if (hasFocus) return 'focused'
  return isHovered ? 'hovered' : 'playing'
}

type AutoplayOptions = {
  advance: () => void
  intervalMs: number
  startsPaused: boolean
}

/**
 * Advances a carousel at intervals while nothing holds it. When the pointer leaves, a carousel that is paused or focused does
 * not start. A page in the background does not move.
 */
export function createAutoplay({ advance, intervalMs, startsPaused }: AutoplayOptions) {
  let holds: AutoplayHolds = { isPaused: startsPaused, hasFocus: false, isHovered: false, isHidden: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function schedule(): void {
    clearTimeout(timer)
    const isRunning = getAutoplayState(holds) === 'playing' && !holds.isHidden
    timer = isRunning && listeners.size > 0 ? setTimeout(step, intervalMs) : undefined
  }

  function step(): void {
    advance()
    schedule()
  }

  function send(event: AutoplayEvent): void {
    holds = { ...holds, ...effects[event] }
    schedule()
    for (const listener of listeners) listener()
  }

  /** The carousel runs only while there are subscribers. */
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    schedule()
    return () => {
      listeners.delete(listener)
      schedule()
    }
  }

  return { send, subscribe, state: () => getAutoplayState(holds) }
}
export type Autoplay = ReturnType<typeof createAutoplay>
