// The question of a list that there is nothing to choose by.
import type { Question } from '#domain/questions.ts'

export const everything: Question<object, object> = {
  params: {},
  usual: () => ({}),
  ask: () => ({ ok: true, params: {} }),
}
