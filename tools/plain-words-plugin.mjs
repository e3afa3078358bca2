// An oxlint plugin for plain English: reports the words of .ci/plain-words.mjs in comments and identifiers.
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commentFolders, names, words } from '../.ci/plain-words.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Removes quotations and code, which may contain any word. */
const prose = (text) => text.replaceAll(/'[^'\n]*'|`[^`\n]*`|"[^"\n]*"/g, '')

const comments = {
  create(context) {
    const file = relative(root, context.filename).split(sep).join('/')
    if (!commentFolders.some((folder) => file.startsWith(`${folder}/`))) return {}
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          for (const [pattern, better] of words) {
            const word = pattern.exec(prose(comment.value))?.[0]
            if (word !== undefined)
              context.report({ node: comment, message: `Plain words: not '${word}', but ${better}.` })
          }
      },
    }
  },
}

const identifiers = {
  create: (context) => ({
    Identifier(node) {
      const [, better] = names.find(([pattern]) => pattern.test(node.name)) ?? []
      if (better) context.report({ node, message: `Plain words: not '${node.name}', but a name with '${better}'.` })
    },
  }),
}

export default { meta: { name: 'plain' }, rules: { comments, names: identifiers } }
