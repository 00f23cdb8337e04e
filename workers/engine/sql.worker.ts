import type { SqlCalls } from '../model/protocol/sql';
import { answerCalls } from '../model/protocol/serve';
import { FormatlabError } from '../model/errors';
import type { SqlSession } from './sql-session';

let opened: Promise<SqlSession> | null = null;

answerCalls<SqlCalls>(self, {
  async open(request) {
    opened = import('./sql-session').then(({ openSqlSession }) => openSqlSession(request));
    await opened;
    return null;
  },
  async query({ sql }) {
    if (opened === null)
      throw new FormatlabError({ tag: 'internal', stage: 'setUp', message: 'No tables were made to query.' });
    return (await opened).query(sql);
  },
});
