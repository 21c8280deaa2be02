import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";

import { startSqlite } from "../data/database.web";

beforeAll(() => startSqlite());
afterEach(cleanup);
