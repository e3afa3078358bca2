// Access review (/user/review): what each user can do, and when the user was last active. The whole list can be
// downloaded as one file.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import { unfilteredQuery } from '#domain/query-specs.ts'
import { unusedDays } from '#domain/users/unused.ts'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { buttonClasses } from '#ui/buttons/button-classes.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { reviewCells } from './review/cells.tsx'
import { reviewColumns, type ReviewRow, reviewedToRow } from './review/rows.ts'

export default function AccessReviewPage() {
  const list = useServerList(reviewListSpec, useUrlListState(unfilteredQuery))
  return (
    <ListPage<ReviewRow>
      title={m.users_accessReview()}
      description={m.users_accessReviewIntro({ days: unusedDays.person })}
      list={list}
      offline={m.users_changedWhenOnline()}
      rowsTitle={list.rows ? m.users_usersCount({ count: list.rows.length }) : m.common_users()}
      fileName="AccessReview"
      columns={reviewColumns()}
      rowKey={({ userID }) => userID}
      cells={reviewCells}
      rowActions={({ userID, userName, kind }) => (
        <Link
          to={kind === 'machine' ? '/user/machines' : `/user/edituser/${userID}`}
          className={buttonClasses('secondary', 'small')}
          aria-label={m.users_editUser({ userName })}
        >
          {m.users_edit()}
        </Link>
      )}
      empty={<EmptyState title={m.users_noUsers()} />}
    />
  )
}

const reviewListSpec: ListSpec<'accessReview', object, ReviewRow> = {
  name: 'access-review',
  method: 'accessReview',
  querySpec: { toParams: () => ({ ok: true, params: {} }) },
  rows: ({ users }) => users.map(reviewedToRow),
  pageSize: 25,
}
