BEGIN TRANSACTION;
CREATE TABLE "actions" (
	play_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	move TEXT, 
	node INTEGER, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_actions PRIMARY KEY (play_id, version), 
	CONSTRAINT ck_actions_kind CHECK (kind IN ('move', 'undo', 'redo', 'restart', 'goto')), 
	CONSTRAINT ck_actions_move CHECK ((kind = 'move') = (move IS NOT NULL)), 
	CONSTRAINT ck_actions_node CHECK ((kind = 'goto') = (node IS NOT NULL)), 
	CONSTRAINT fk_actions_play_id FOREIGN KEY(play_id) REFERENCES plays (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',1,'move','t4t7',NULL,'2026-11-29 22:49:08.298086');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',2,'move','t1t4',NULL,'2026-11-29 22:49:08.355088');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',3,'move','t2t7',NULL,'2026-11-29 22:49:08.373652');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',4,'move','sw',NULL,'2026-11-29 22:49:08.387203');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',5,'undo',NULL,NULL,'2026-11-29 22:49:08.394164');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',6,'undo',NULL,NULL,'2026-11-29 22:49:08.401112');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',7,'redo',NULL,NULL,'2026-11-29 22:49:08.413371');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',8,'move','t5f',NULL,'2026-11-29 22:49:08.417627');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',9,'move','t7t2',NULL,'2026-11-29 22:49:08.429590');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',10,'move','t2t7',NULL,'2026-11-29 22:49:08.437570');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',11,'move','sw',NULL,'2026-11-29 22:49:08.445503');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',12,'move','t7t2',NULL,'2026-11-29 22:49:08.453275');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',13,'move','t2t7',NULL,'2026-11-29 22:49:08.461280');
INSERT INTO "actions" VALUES('SPWOaOOJAOylclVy_tdp8w',14,'move','t7t2',NULL,'2026-11-29 22:49:08.466644');
INSERT INTO "actions" VALUES('Vy-HZz_FmQHmex5Pdylorw',1,'move','t4t1',NULL,'2026-11-30 19:45:54.143701');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',1,'move','r1a',NULL,'2026-11-29 22:49:08.705918');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',2,'move','b2k',NULL,'2026-11-29 22:49:08.717362');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',3,'move','st',NULL,'2026-11-29 22:49:08.725534');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',4,'move','st',NULL,'2026-11-29 22:49:08.738751');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',5,'undo',NULL,NULL,'2026-11-29 22:49:08.753404');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',6,'undo',NULL,NULL,'2026-11-29 22:49:08.760382');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',7,'redo',NULL,NULL,'2026-11-29 22:49:08.769143');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',8,'move','st',NULL,'2026-11-29 22:49:08.781450');
INSERT INTO "actions" VALUES('_KnDNr_T9FtrN4gkHKh98g',9,'move','st',NULL,'2026-11-29 22:49:08.797893');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',1,'move','t2t6',NULL,'2026-11-29 22:49:08.507870');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',2,'move','so',NULL,'2026-11-29 22:49:08.519553');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',3,'move','ot2',NULL,'2026-11-29 22:49:08.539481');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',4,'move','t2t1',NULL,'2026-11-29 22:49:08.549847');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',5,'undo',NULL,NULL,'2026-11-29 22:49:08.560355');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',6,'undo',NULL,NULL,'2026-11-29 22:49:08.573104');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',7,'redo',NULL,NULL,'2026-11-29 22:49:08.586734');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',8,'move','t2t1',NULL,'2026-11-29 22:49:08.617261');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',9,'move','t1t2',NULL,'2026-11-29 22:49:08.639514');
INSERT INTO "actions" VALUES('ilCfwxfjc1E1kD6NpJNsUw',10,'move','so',NULL,'2026-11-29 22:49:08.650984');
INSERT INTO "actions" VALUES('pQabnboo1PbPkFM7RnNvyg',1,'move','t6t2',NULL,'2026-11-30 19:45:54.184059');
INSERT INTO "actions" VALUES('xQX_CLF01c-jaCJGMz4-3A',1,'move','c1d5',NULL,'2026-11-29 22:49:08.817906');
INSERT INTO "actions" VALUES('xQX_CLF01c-jaCJGMz4-3A',2,'move','a10c1',NULL,'2026-11-29 22:49:08.829431');
INSERT INTO "actions" VALUES('xQX_CLF01c-jaCJGMz4-3A',3,'move','redeal',NULL,'2026-11-29 22:49:08.845959');
INSERT INTO "actions" VALUES('xQX_CLF01c-jaCJGMz4-3A',4,'move','c12a0',NULL,'2026-11-29 22:49:08.857747');
INSERT INTO "actions" VALUES('xQX_CLF01c-jaCJGMz4-3A',5,'undo',NULL,NULL,'2026-11-29 22:49:08.869399');
INSERT INTO "actions" VALUES('xQX_CLF01c-jaCJGMz4-3A',6,'undo',NULL,NULL,'2026-11-29 22:49:08.885386');
INSERT INTO "actions" VALUES('xQX_CLF01c-jaCJGMz4-3A',7,'redo',NULL,NULL,'2026-11-29 22:49:08.898086');
INSERT INTO "actions" VALUES('xQX_CLF01c-jaCJGMz4-3A',8,'move','d3b0',NULL,'2026-11-29 22:49:08.913431');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE bookmarks (
	play_id VARCHAR(32) NOT NULL, 
	slot INTEGER NOT NULL, 
	node INTEGER NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_bookmarks PRIMARY KEY (play_id, slot), 
	CONSTRAINT ck_bookmarks_slot CHECK (slot BETWEEN 1 AND 9), 
	CONSTRAINT fk_bookmarks_play_id FOREIGN KEY(play_id) REFERENCES plays (id) ON DELETE CASCADE
);
CREATE TABLE players (
	id VARCHAR(32) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	created DATETIME NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT uq_players_token_hash UNIQUE (token_hash)
);
INSERT INTO "players" VALUES('lcqdgjQ0BpsleJipqJ9yAA','addaa8e9ef5302363e60cb91484f53821a5adf5bd7b1abc4ed78cf9c1c565974','2026-11-29 22:49:07.960547');
INSERT INTO "players" VALUES('A2Z_kcRuTAyKbekdPoE62w','fc7a9ed62aef0f0facad3af3a6139cb3a91cc061d0e58b7e082a190bef7846c8','2026-11-30 19:45:54.119970');
CREATE TABLE plays (
	id VARCHAR(32) NOT NULL, 
	player_id VARCHAR(32) NOT NULL, 
	game VARCHAR(200) NOT NULL, 
	rules_hash VARCHAR(16) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	deal TEXT NOT NULL, 
	deck TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	started DATETIME, 
	status VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	moves INTEGER NOT NULL, origin VARCHAR(16) DEFAULT 'dealt' NOT NULL, start TEXT, seconds INTEGER DEFAULT '0' NOT NULL, undos INTEGER DEFAULT '0' NOT NULL, hints INTEGER DEFAULT '0' NOT NULL, won DATETIME, won_moves INTEGER, won_seconds INTEGER, won_clean BOOLEAN, won_breaches INTEGER, xrays INTEGER DEFAULT '0' NOT NULL, proof TEXT, 
	CONSTRAINT pk_plays PRIMARY KEY (id), 
	CONSTRAINT fk_plays_player_id FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "plays" VALUES('SPWOaOOJAOylclVy_tdp8w','lcqdgjQ0BpsleJipqJ9yAA','small-harp','454394bb3dfbed3c',1,'4711','7S 7C 6C JD 8C QH 6S 9H TC 3H 5C 2C QC JH 2H 4S 5H 2D QS AC 7H AD 8H 5D TS 9C 4C 4D 9S TD 6D 3S KS KH KC JC 4H 8S 3C QD KD 8D TH 3D AS 6H 2S AH JS 5S 9D 7D','2026-11-29 22:49:08.260639','2026-11-29 22:49:08.466644','2026-11-29 22:49:08.298086','playing',14,10,'dealt',NULL,0,2,2,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "plays" VALUES('ilCfwxfjc1E1kD6NpJNsUw','lcqdgjQ0BpsleJipqJ9yAA','black-harp','8ddae59d607d15bb',1,'4711','7S 7C 6C JD 8C QH 6S 9H TC 3H 5C 2C QC JH 2H 4S 5H 2D QS AC 7H AD 8H 5D TS 9C 4C 4D 9S TD 6D 3S KS KH KC JC 4H 8S 3C QD KD 8D TH 3D AS 6H 2S AH JS 5S 9D 7D','2026-11-29 22:49:08.493744','2026-11-29 22:49:08.650984','2026-11-29 22:49:08.507870','playing',10,6,'dealt',NULL,0,2,0,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "plays" VALUES('_KnDNr_T9FtrN4gkHKh98g','lcqdgjQ0BpsleJipqJ9yAA','spider-pauk','38732454c46e5d4d',1,'4711','5S 5H 2S AS JS 9C QD 4S 8H KC TH JC 7S 3H 2D KD 3S 7D 6C 9H 6D 6H 8D 2S 5C JH TS 9S 9S 3D TC 9C 4D 7S 6S TS 2D 2C JC QC 4H 5S 2C AC 3D 7D QH 5D 5D 7C 8C JD QS TD 8D 8S AH 8C TC 4C QD 6C 9H TD QH 6H JS 3C 5H 5C JH 7H 6D 7C TH 3S KS 3C AD QC 7H 3H 4C 2H 2H 9D KH 4D 4S 8H 6S 4H QS 8S JD 9D','2026-11-29 22:49:08.690575','2026-11-29 22:49:08.797893','2026-11-29 22:49:08.705918','playing',9,5,'dealt',NULL,0,2,1,NULL,NULL,NULL,NULL,NULL,3,NULL);
INSERT INTO "plays" VALUES('xQX_CLF01c-jaCJGMz4-3A','lcqdgjQ0BpsleJipqJ9yAA','gaps+redeals=2','2586f8a49c6c85bc',1,'4711','7S 7C 6C JD 8C QH 6S 9H TC 3H 5C 2C QC JH 2H 4S 5H 2D QS AC 7H AD 8H 5D TS 9C 4C 4D 9S TD 6D 3S KS KH KC JC 4H 8S 3C QD KD 8D TH 3D AS 6H 2S AH JS 5S 9D 7D','2026-11-29 22:49:08.807287','2026-11-29 22:49:08.913431','2026-11-29 22:49:08.817906','playing',8,4,'dealt',NULL,0,2,0,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "plays" VALUES('Vy-HZz_FmQHmex5Pdylorw','A2Z_kcRuTAyKbekdPoE62w','small-harp','454394bb3dfbed3c',1,'397271927','QS TS TC 2D 4D 6H KC 4H 3D 7D QH 3S KH 9H 4C 7S 8H JC QC JH 3H AH 8D 5H AC 3C KD 9C 4S KS AD 6S 2S QD 8C 9D 5C 2C TD 9S JS AS 6C 6D 5D 7C 2H TH 5S 7H 8S JD','2026-11-30 19:45:54.127282','2026-11-30 19:45:54.143701','2026-11-30 19:45:54.143701','playing',1,1,'dealt',NULL,0,0,0,NULL,NULL,NULL,NULL,NULL,0,'sw sw sw sw sw sw sw sw sw sw wf sw sw sw sw sw sw sw sw sw wf sw sw sw sw sw ws sw sw sw sw wf t3f t3t4 t4t1.2 t5t4 t5f t4t7.2 t4f sw sw sw sw sw sw sw sw sw sw sw sw sw sw sw sw ws sw wf t2t4 sw sw sw sw sw sw sw wt7 t1t7.3 t1f sw sw sw wt3 t2t3 sw wt7 sw sw sw sw sw sw sw ws sw sw sw sw sw sw wt7 t5t7 t6t5 sw sw sw sw wt1 t6t1 sw sw sw sw sw ws sw wt6 sw sw wt6 sw sw sw sw wt6 sw sw wt6 sw sw sw sw ws sw sw sw sw wt6 t1t6.3 t1t4 t2t4 t2f t2f sw sw wf t7f t7f wf t7f t1t2 t1f sw sw sw ws sw wf t3f t3f t7f t3f t6f t6f sw sw sw sw wf t6f wf sw ws sw wf t6f sw wf t7f t7f t2t3 t2f t7f t3f t3f t6t7 t6f sw wf t7f t7f t1f t6f t4f t4f t6f t4f t7f t7f t5f');
INSERT INTO "plays" VALUES('pQabnboo1PbPkFM7RnNvyg','A2Z_kcRuTAyKbekdPoE62w','black-harp','8ddae59d607d15bb',1,'765400080','2H 3D QC 2D 7H 5H 4H KS AC 7D JS KD 9S 8C 4D 6D 5C TH 4C 3C JD 9C QS TD 9D KC KH 7C 3S 6H QH 3H 2S 9H 8S 7S 6C 5D 5S AH TS 6S 2C 8H AS AD 4S TC QD JH 8D JC','2026-11-30 19:45:54.164842','2026-11-30 19:45:54.184059','2026-11-30 19:45:54.184059','playing',1,1,'dealt',NULL,0,0,0,NULL,NULL,NULL,NULL,NULL,0,'t6t2 t6t5 t6t3 so os so os so os so t1f so os so so os so os so os so os so os so os so os so os so os so os so os so os so os so os so os so os so os so of so os so os so os so so os so os so os so os so os so os so os so os so os so of so os so os so os so os so os so os so os so os so os so os so os so of so os so os so ot2 so os so os so os so os so os so os so of so os so os so os so os so os so os so os so os so os so os so os so os so os so os so of so os so os so ot7 so os so os so os so os so os so os so of so os so os so ot2 so ot4 t3t4.2 so os so os so os so os so os so os so os so os so os so os so of so os so os so os so os so os so os so os so os so os so ot2 t4t2.4 t4t1 so os so os so ot1 so os so os so os so os so os so of t5f t4f so os so ot1 t6t1 t5t6 t3t5 t3f t2f t2f t6t7.2 t7t6.2 t7f t5f t2t5.2 t2f t5t2.3 t5t1 t2t5.7 t2f t6f t6f t5f t5t2.7 t7f t7t3 t7t4 so os so ot1 so os so of t6f t2f t2f t1f t1f t7f t7f t7t3 t7f so os so of so of t2f t1t5 t1f t2f t2f t5f t2f t5f t3f so of t2f so of t4f t1f t1f t3f');
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value VARCHAR(128) NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
CREATE INDEX ix_plays_player_id_updated ON plays (player_id, updated);
COMMIT;
