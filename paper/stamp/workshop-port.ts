import { z } from 'zod'
import type { PdfInspection, StampedPdf, StampRequest } from '#domain/release/stamp.ts'
import type { DrawnPicture } from '../picture/draw-picture.ts'
import type { PdfWorkshop } from './pdf-workshop.ts'

/** A thread's request to its parent's workshop; under Electron only the parent can start processes. */
export type WorkshopQuestion =
  | { readonly kind: 'pdf-inspect'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'pdf-stamp'; readonly id: number; readonly bytes: Uint8Array; readonly request: StampRequest }
  | { readonly kind: 'pdf-cover'; readonly id: number; readonly bytes: Uint8Array; readonly sheet: Uint8Array }
  | { readonly kind: 'pdf-picture'; readonly id: number; readonly bytes: Uint8Array; readonly contentType: string }
type WorkshopAnswer = {
  readonly kind: 'pdf-answer'
  readonly id: number
  readonly answer: PdfInspection | StampedPdf | DrawnPicture
}

const answerShape = z.looseObject({ kind: z.literal('pdf-answer'), id: z.number() })

/** Returns whether a thread's message is a request to the workshop. */
export const isWorkshopQuestion = (message: { readonly kind: string }): message is WorkshopQuestion =>
  message.kind === 'pdf-inspect' ||
  message.kind === 'pdf-stamp' ||
  message.kind === 'pdf-cover' ||
  message.kind === 'pdf-picture'

/** Answers a thread's request through the workshop. */
export const answerFromWorkshop = async (
  workshop: PdfWorkshop,
  question: WorkshopQuestion,
  reply: (answer: WorkshopAnswer) => void,
): Promise<void> => {
  reply({ kind: 'pdf-answer', id: question.id, answer: await ask(workshop, question) })
}

const ask = (workshop: PdfWorkshop, question: WorkshopQuestion): Promise<WorkshopAnswer['answer']> => {
  if (question.kind === 'pdf-inspect') return workshop.inspect(question.bytes)
  if (question.kind === 'pdf-stamp') return workshop.stamp(question.bytes, question.request)
  if (question.kind === 'pdf-cover') return workshop.cover(question.bytes, question.sheet)
  return workshop.picture(question.bytes, question.contentType)
}

/**
 * Creates the workshop of a thread: every request goes to the thread's parent. Pass the parent's messages to `receive`.
 */
export const createPortWorkshop = (
  ask: (question: WorkshopQuestion) => void,
): { readonly workshop: PdfWorkshop; readonly receive: (message: unknown) => void } => {
  const waiting = new Map<number, (answer: WorkshopAnswer['answer']) => void>()
  let last = 0
  const put = <Answer extends WorkshopAnswer['answer']>(
    toQuestion: (id: number) => WorkshopQuestion,
  ): Promise<Answer> =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve as (answer: WorkshopAnswer['answer']) => void)
      ask(toQuestion(last))
    })
  return {
    workshop: {
      inspect: (bytes) => put<PdfInspection>((id) => ({ kind: 'pdf-inspect', id, bytes })),
      stamp: (bytes, request) => put<StampedPdf>((id) => ({ kind: 'pdf-stamp', id, bytes, request })),
      cover: (bytes, sheet) => put<StampedPdf>((id) => ({ kind: 'pdf-cover', id, bytes, sheet })),
      picture: (bytes, contentType) => put<DrawnPicture>((id) => ({ kind: 'pdf-picture', id, bytes, contentType })),
      close: () => {},
    },
    receive: (message) => {
      if (!answerShape.safeParse(message).success) return
      const { id, answer } = message as WorkshopAnswer
      waiting.get(id)?.(answer)
      waiting.delete(id)
    },
  }
}
