import type { FailureCode } from '#contract/reply.ts'

/** A random action of a workstation; indexes are taken modulo the number of objects created so far. */
export type Step =
  | { readonly do: 'hold'; readonly desk: number; readonly machine: number; readonly slot: number }
  | { readonly do: 'renew' | 'release'; readonly desk: number; readonly hold: number }
  | {
      readonly do: 'book'
      readonly desk: number
      readonly machine: number
      readonly slot: number
      readonly hold: number | null
      readonly isTemporary: boolean
    }
  | {
      readonly do: 'move'
      readonly desk: number
      readonly study: number
      readonly machine: number
      readonly slot: number
    }
  | { readonly do: 'cancel' | 'convert' | 'pay'; readonly desk: number; readonly study: number }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'sweep' }

export type Outcome = 'done' | FailureCode

type ModelHold = { kind: 'hold'; machine: number; slot: number; desk: number; expires: number }
type ModelStudy = {
  machine: number
  slot: number
  /** `none`: the temporary hold was released, so the study has no time until a move gives it one. */
  state: 'booked' | 'temporary' | 'none' | 'cancelled'
  expires: number | null
  isPaid: boolean
}

/** A slot starts every 20 minutes and lasts 60 minutes. */
const overlaps = (a: { machine: number; slot: number }, b: { machine: number; slot: number }): boolean =>
  a.machine === b.machine && Math.abs(a.slot - b.slot) < 3

/**
 * The rules of holding and booking on two machines, as simple as possible: with lists, without a database. `now` is in
 * seconds. A sweep counts only if its step succeeds, because a failed transaction restores what it swept.
 */
export class BookingModel {
  now = 0
  /** In the order of creation; undefined when removed. */
  holds: (ModelHold | undefined)[] = []
  studies: ModelStudy[] = []

  apply(step: Step): Outcome {
    const before = structuredClone({ holds: this.holds, studies: this.studies })
    const outcome = this.#decide(step)
    if (outcome !== 'done') Object.assign(this, before)
    return outcome
  }

  /** Returns everything that occupies a machine now, one line each. */
  living(): string[] {
    const holds = this.holds
      .filter((hold) => hold !== undefined)
      .filter((hold) => hold.expires > this.now)
      .map((hold) => `${hold.machine} ${hold.slot} slot-hold of ${hold.desk} until ${hold.expires}`)
    const studies = this.studies
      .filter((study) => isPlaced(study) && (study.expires === null || study.expires > this.now))
      .map(
        (study) =>
          `${study.machine} ${study.slot} ${study.state === 'booked' ? 'study' : 'temporary-hold'} until ${study.expires}`,
      )
    return [...holds, ...studies].sort()
  }

  #decide(step: Step): Outcome {
    switch (step.do) {
      case 'wait':
        this.now += step.seconds
        return 'done'
      case 'sweep':
        this.#sweep(0)
        this.#sweep(1)
        return 'done'
      case 'hold':
        return this.#hold(step)
      case 'renew':
        return this.#renew(step.desk, step.hold)
      case 'release':
        return this.#takeHold(step.desk, step.hold)
      case 'book':
        return this.#book(step)
      case 'move':
        return this.#move(step)
      default:
        return this.#changeStudy(step.do, step.study)
    }
  }

  #hold(step: { desk: number; machine: number; slot: number }): Outcome {
    this.#sweep(step.machine)
    const isHeldAlready = this.#inTheWay(step).some(
      (other) => 'kind' in other && other.desk === step.desk && other.slot === step.slot,
    )
    if (isHeldAlready) return 'done'
    this.#dropOwnHolds(step)
    if (this.#inTheWay(step).length > 0) return 'slot-taken'
    const { desk, machine, slot } = step
    this.holds.push({ kind: 'hold', machine, slot, desk, expires: this.now + 600 })
    return 'done'
  }

  #renew(desk: number, index: number): Outcome {
    const hold = this.holds[index]
    if (hold === undefined || hold.expires <= this.now) return 'hold-lapsed'
    if (hold.desk !== desk) return 'hold-of-someone-else'
    hold.expires = this.now + 600
    return 'done'
  }

  #takeHold(desk: number, index: number): Outcome {
    const hold = this.holds[index]
    if (hold !== undefined && hold.desk !== desk) return 'hold-of-someone-else'
    this.holds[index] = undefined
    return 'done'
  }

  #book(step: { desk: number; machine: number; slot: number; hold: number | null; isTemporary: boolean }): Outcome {
    this.#sweep(step.machine)
    if (step.hold !== null && this.#takeHold(step.desk, step.hold) !== 'done') return 'hold-of-someone-else'
    this.#dropOwnHolds(step)
    if (this.#inTheWay(step).length > 0) return 'slot-taken'
    this.studies.push({
      machine: step.machine,
      slot: step.slot,
      state: step.isTemporary ? 'temporary' : 'booked',
      expires: step.isTemporary ? this.now + 48 * 3600 : null,
      isPaid: false,
    })
    return 'done'
  }

  #move(step: { desk: number; study: number; machine: number; slot: number }): Outcome {
    const study = this.studies[step.study]
    if (study === undefined) return 'not-found'
    if (study.state === 'cancelled') return 'already-cancelled'
    if (isPlaced(study) && study.machine === step.machine && study.slot === step.slot) return 'done'
    const seen = structuredClone(study)
    if (isPlaced(study)) this.#sweep(study.machine)
    this.#sweep(step.machine)
    if (study.state !== seen.state || study.expires !== seen.expires) return 'stale'
    this.#dropOwnHolds(step)
    if (this.#inTheWay(step).some((other) => other !== study)) return 'slot-taken'
    study.machine = step.machine
    study.slot = step.slot
    if (study.state === 'none') study.state = 'booked'
    return 'done'
  }

  #changeStudy(what: 'cancel' | 'convert' | 'pay', index: number): Outcome {
    const study = this.studies[index]
    if (study === undefined) return 'not-found'
    if (what === 'pay') {
      study.isPaid = true
      return 'done'
    }
    if (isPlaced(study)) this.#sweep(study.machine)
    if (study.state === 'cancelled') return 'already-cancelled'
    if (what === 'cancel') {
      study.state = 'cancelled'
      return 'done'
    }
    if (study.state !== 'temporary') return 'not-a-temporary-hold'
    if (!study.isPaid) return 'balance-due'
    study.state = 'booked'
    study.expires = null
    return 'done'
  }

  #sweep(machine: number): void {
    this.holds = this.holds.map((hold) =>
      hold !== undefined && hold.machine === machine && hold.expires <= this.now ? undefined : hold,
    )
    for (const study of this.studies) {
      if (study.machine !== machine || study.state !== 'temporary') continue
      if (study.expires === null || study.expires > this.now) continue
      study.expires = null
      if (!study.isPaid) study.state = 'none'
    }
  }

  #dropOwnHolds(step: { desk: number; machine: number; slot: number }): void {
    this.holds = this.holds.map((hold) =>
      hold !== undefined && hold.desk === step.desk && overlaps(hold, step) ? undefined : hold,
    )
  }

  #inTheWay(place: { machine: number; slot: number }): (ModelHold | ModelStudy)[] {
    return [...this.holds.filter((hold) => hold !== undefined), ...this.studies.filter(isPlaced)].filter((other) =>
      overlaps(other, place),
    )
  }
}

const isPlaced = (study: ModelStudy): boolean => study.state === 'booked' || study.state === 'temporary'
